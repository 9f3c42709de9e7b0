-- What an instructor decides about a class. A receipt's `left_out` says why the last run of the leaderboard did not take
-- its entry in; empty where it did, or none came by.

alter table receipt add column left_out text not null default '';

-- Deadlines of single members: of a team for an event, of a student for a module.
create table extension (
  member integer not null references member (id),
  work varchar(100) not null,
  deadline varchar(40) not null,
  primary key (member, work)
);

-- Who did what when: rows are added, and none is changed.
create table audit_log (
  id integer primary key,
  moment varchar(40) not null,
  who varchar(80) not null,
  what text not null
);
insert into counter (name, value) values ('audit_log', 0);
