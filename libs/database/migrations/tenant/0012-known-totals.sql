-- A search that was counted before asks how many records changed since.
grant select (resource, occurred_on) on tenant.change_feed to rapport_application_api;
