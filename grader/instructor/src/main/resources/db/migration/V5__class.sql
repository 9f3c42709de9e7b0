-- A class: who may hand in, by the SHA-256 of a token, and the receipts of what was handed in.

create table member (
  id integer primary key,
  kind varchar(10) not null,
  name varchar(80) not null,
  name_key varchar(200) not null,
  shown varchar(80) not null,
  token varchar(64) not null unique,
  revoked integer not null,
  unique (kind, name_key)
);

-- What a member hands in again is the receipt that is there. An empty `refused` says that it was taken.
create table receipt (
  id integer primary key,
  member integer not null references member (id),
  file varchar(80) not null,
  hash varchar(64) not null,
  bytes bigint not null,
  received varchar(40) not null,
  recognised text not null,
  refused text not null,
  unique (member, hash)
);
insert into counter (name, value) values ('member', 0);
insert into counter (name, value) values ('receipt', 0);
