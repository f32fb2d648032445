-- Prices and settings of the shop.

create or replace trigger version before update on configurations for each row execute function next_version();
create or replace trigger audit after insert or update or delete on configurations for each row execute function audit();
create or replace trigger announce after update on configurations for each row execute function announce('configuration');
