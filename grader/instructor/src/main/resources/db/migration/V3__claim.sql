-- Several runs may work at one board: each takes numbers from here, and a pair is claimed by one run
-- until a moment that it puts off as long as it lives.

create table counter (
  name varchar(20) primary key,
  value integer not null
);
insert into counter (name, value) select 'run', coalesce(max(seq), 0) from run;
insert into counter (name, value) select 'event', coalesce(max(seq), 0) from event;
insert into counter (name, value) select 'entry', coalesce(max(seq), 0) from entry;

create table claim (
  event varchar(64) not null,
  entry varchar(64) not null,
  against varchar(64) not null,
  run integer not null,
  process varchar(400) not null,
  until bigint not null,
  primary key (event, entry, against)
);
