-- Reports of files say more than before (QR codes, orientation): they are read again when somebody looks.
delete from file_preflights;

-- The hash of each entry under a seal, 32 bytes each in the sequence of the entries. Their concatenation is what the hashes
-- of the seal are made of, so a list that was tampered with is known by them: this table needs no seal of its own. With it
-- a verification names the entry that was changed or removed; without it only the seal.
create table audit_entry_hashes (
  seal    bigint primary key,
  lasting bytea not null,
  passing bytea not null
);
-- Hashes do not compress.
alter table audit_entry_hashes alter column lasting set storage external, alter column passing set storage external;
