-- An invoice as a PDF with its XML embedded.
alter table invoice_files
  drop constraint invoice_files_known,
  add constraint invoice_files_known check (file in ('pdf', 'receipt', 'ubl', 'cii', 'facturx'));
