-- A new link removes those that expired long ago.
grant delete on control.password_link to rapport_application_api, rapport_token_service;
