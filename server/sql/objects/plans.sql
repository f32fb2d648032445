-- Subscription plans, and those that customers bought.

create or replace view live_subscription_plans as select * from subscription_plans where deleted_at is null;

select record_changes('subscription_plans', entity => 'plan', bin => 'plan', bin_name => '{name}');

select record_changes('user_subscription_plans', entity => 'subscription');
