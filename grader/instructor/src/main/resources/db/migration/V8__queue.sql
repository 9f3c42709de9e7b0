-- Each claim locks this row until it is made: so a stop of the queue waits for the claims that have read that it goes on.
insert into setting (name, value) values ('queue', 'goes on') on conflict do nothing;
