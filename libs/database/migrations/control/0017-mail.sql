-- The application API sends mails, and forgets those that were sent a while ago.
grant select, update, delete on control.mail to rapport_application_api;
