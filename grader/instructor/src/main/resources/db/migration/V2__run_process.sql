-- What process a run is, and when it was last heard of: so that a run that was killed, which cannot
-- say so itself, is known to be gone. Empty in rows that are older than these columns.

alter table run add column process varchar(400) not null default '';
alter table run add column news varchar(40) not null default '';
