-- Subscription plans, and those that customers bought.

create or replace view live_subscription_plans as select * from subscription_plans where deleted_at is null;

create or replace trigger version before update on subscription_plans for each row
  when (old.deleted_at is not distinct from new.deleted_at) execute function next_version();
create or replace trigger audit after insert or update or delete on subscription_plans
  for each row execute function audit();
create or replace trigger bin after update of deleted_at on subscription_plans for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('plan', 'name');
create or replace trigger announce after insert or update on subscription_plans
  for each row execute function announce_kept('plan');

create or replace trigger version before update on user_subscription_plans for each row execute function next_version();
create or replace trigger audit after insert or update or delete on user_subscription_plans
  for each row execute function audit();
create or replace trigger announce after insert or update or delete on user_subscription_plans
  for each row execute function announce('subscription');
