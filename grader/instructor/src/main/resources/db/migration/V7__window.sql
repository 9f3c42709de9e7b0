-- From when until when the class hands in a module; an empty `opens` is at any time.
create table hand_in_window (
  work varchar(100) primary key,
  opens varchar(40) not null,
  until varchar(40) not null
);

-- Receipts without `unique (member, hash)`: bytes that were handed in before a window opens have
-- another receipt in it.
create table receipt_next (
  id integer primary key,
  member integer not null references member (id),
  file varchar(80) not null,
  hash varchar(64) not null,
  bytes bigint not null,
  received varchar(40) not null,
  recognised text not null,
  refused text not null,
  left_out text not null default ''
);
insert into receipt_next (id, member, file, hash, bytes, received, recognised, refused, left_out)
  select id, member, file, hash, bytes, received, recognised, refused, left_out from receipt;
drop table receipt;
alter table receipt_next rename to receipt;
create index receipt_of_bytes on receipt (member, hash);
