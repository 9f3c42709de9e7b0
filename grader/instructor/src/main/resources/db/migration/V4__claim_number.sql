-- Machines share work by claims: of a board's pairs, and of a class's hand-ins. Each claim of an item has a higher
-- number than the one before, and a write names it; `until` is in ms by the database's clock, and 0 for a free item.

drop table claim;
create table claim (
  item varchar(300) primary key,
  number integer not null,
  process varchar(400) not null,
  until bigint not null
);
alter table run drop column executor;
