-- What the leaderboard keeps. One text for SQLite and PostgreSQL: bytea is a type of the second, and
-- the first keeps bytes in a column of any type. Times of day are ISO 8601 in UTC, flags are 0 or 1.

create table setting (
  name varchar(40) primary key,
  value text not null
);

-- An event as its file said it; another text is another event, and has other judgements.
create table event (
  hash varchar(64) primary key,
  seq integer not null unique,
  id varchar(100) not null,
  json text not null
);

-- The bytes of entries, by their SHA-256.
create table archive (
  hash varchar(64) primary key,
  bytes bytea not null
);

-- An entry, by the SHA-256 of its files and their names. The seq is the order of submission.
create table entry (
  hash varchar(64) primary key,
  seq integer not null unique,
  source text not null,
  event_id text not null,
  team text not null,
  name text not null,
  manifest text not null,
  problem text not null,
  code_bytes bigint not null,
  archive varchar(64) not null references archive (hash),
  added varchar(40) not null
);

create table machine (
  hash varchar(64) primary key,
  info text not null
);

create table run (
  seq integer primary key,
  started varchar(40) not null,
  ended varchar(40) not null,
  executor varchar(20) not null,
  total integer not null,
  done integer not null,
  doing text not null
);

-- One judged pair: an entry beside its event's baseline, or beside the entry "against".
create table judgement (
  event varchar(64) not null references event (hash),
  entry varchar(64) not null references entry (hash),
  against varchar(64) not null,
  run integer not null references run (seq),
  quick integer not null,
  seed bigint not null,
  verdict varchar(20) not null,
  defence text not null,
  reason text not null,
  ratio double precision,
  low double precision,
  high double precision,
  level double precision,
  other_value double precision,
  entry_value double precision,
  machine varchar(64) not null references machine (hash),
  judged varchar(40) not null,
  seconds double precision not null,
  primary key (event, entry, against)
);

-- The raw times of a judgement, as arrays in JSON.
create table fork_time (
  event varchar(64) not null,
  entry varchar(64) not null,
  against varchar(64) not null,
  fork integer not null,
  log_ratio double precision not null,
  other_times text not null,
  entry_times text not null,
  primary key (event, entry, against, fork),
  foreign key (event, entry, against) references judgement (event, entry, against)
);

-- The ranks at the end of each run: the history.
create table place (
  run integer not null references run (seq),
  event varchar(64) not null references event (hash),
  entry varchar(64) not null references entry (hash),
  best integer not null,
  worst integer not null,
  primary key (run, event, entry)
);
