-- Behind a webhook that a key made stands who made the key, also when the key is deleted.
update webhooks w set version = w.version + 1, created_by = k.created_by from api_keys k where k.id = w.created_by;
