{{/*
The variables of a service, as a dictionary in JSON: of all that the chart knows those that the service reads, as
files/services.json lists them, and then what the values add by name.
*/}}
{{- define "rapport.serviceEnvironment" -}}
{{- $values := .root.Values -}}
{{- $name := include "rapport.fullname" .root -}}
{{- $known := dict
  "HOST" "0.0.0.0"
  "PORT" 8080
  "MANAGEMENT_PORT" 9090
  "OPERATOR_PORT" 8081
  "LOG_LEVEL" $values.logLevel
  "TRACE_SAMPLE_RATIO" $values.tracing.sampleRatio
  "OTEL_EXPORTER_OTLP_ENDPOINT" $values.tracing.endpoint
  "ISSUER" $values.baseUrl
  "TRUSTED_PROXIES" (list "0.0.0.0/0" "::/0" | toJson)
  "DATABASE_POOL_SIZE" $values.database.poolSize
  "REDIS_URL" (ternary (printf "redis://%s-redis:6379" $name) $values.redis.url $values.stores.redis.enabled)
  "REDIS_URL_FILE" (ternary (printf "/redis/%s" $values.redis.key) "" (ne $values.redis.existingSecret ""))
  "KAFKA_BROKERS" (ternary (printf "%s-kafka:9092" $name) $values.kafka.brokers $values.stores.kafka.enabled)
  "KAFKA_CLIENT" $values.kafka.client
  "KAFKA_TLS" (ternary "on" "off" $values.kafka.tls)
  "KAFKA_SASL_MECHANISM" $values.kafka.sasl.mechanism
  "KAFKA_SASL_USERNAME" $values.kafka.sasl.username
  "KAFKA_SASL_PASSWORD_FILE" (ternary (printf "/kafka/%s" $values.kafka.sasl.key) "" (ne $values.kafka.sasl.mechanism ""))
  "KAFKA_PREFIX" $values.kafka.prefix
  "MAIL_URL" $values.mail.url
  "MAIL_URL_FILE" (ternary (printf "/mail-address/%s" $values.mail.key) "" (ne $values.mail.existingSecret ""))
  "MAIL_FROM" $values.mail.from
  "MARKETING_MAIL_URL" $values.marketingMail.url
  "MARKETING_MAIL_URL_FILE" (ternary (printf "/marketing-mail-address/%s" $values.marketingMail.key) "" (ne $values.marketingMail.existingSecret ""))
  "MARKETING_MAIL_BOUNCE_DOMAIN" $values.marketingMail.bounceDomain
  "MARKETING_MAIL_CONNECTIONS" $values.marketingMail.connections
  "MARKETING_MAILS_PER_SECOND" $values.marketingMail.mailsPerSecond
  "MARKETING_MAILS_PER_SECOND_PER_TENANT" $values.marketingMail.mailsPerSecondPerTenant
  "MARKETING_FILE_BYTES_PER_TENANT" $values.marketingMail.fileBytesPerTenant
  "MARKETING_MAILS" (ternary "on" "off" (or (ne $values.marketingMail.url "") (ne $values.marketingMail.existingSecret "")))
  "SIGNING_KEY_DAYS" $values.tokenService.signingKeyDays
  "REDIRECT_ADDRESSES" ($values.tokenService.redirectAddresses | toJson)
  "SECURITY_CONTACT" $values.tokenService.securityContact
  "DEVELOPER_TOKENS" (ternary "on" "off" $values.tokenService.developerTokens)
  "SIGNUPS" (ternary "on" "off" $values.subscriptionService.signups.enabled)
  "SIGNUPS_PER_ADDRESS_IN_HOUR" $values.subscriptionService.signups.perAddressInHour
  "SIGNUPS_PER_IPV6_NETWORK_IN_HOUR" $values.subscriptionService.signups.perIpv6NetworkInHour
  "SIGNUPS_PER_EMAIL_AND_NETWORK_IN_DAY" $values.subscriptionService.signups.perEmailAndNetworkInDay
  "SIGNUPS_PER_EMAIL_IN_DAY" $values.subscriptionService.signups.perEmailInDay
  "SIGNUPS_IN_HOUR" $values.subscriptionService.signups.inHour
  "UNVERIFIED_TENANTS_MAX" $values.subscriptionService.signups.unverifiedMax
  "UNVERIFIED_TENANTS_PER_NETWORK_MAX" $values.subscriptionService.signups.unverifiedPerNetworkMax
  "INVOICE_PAYMENT_TEXT" $values.subscriptionService.invoicePaymentText
  "EVENT_RETENTION_DAYS" $values.kafka.retentionDays
  "PURGE_INTERVAL_SECONDS" $values.changeFeedWorker.purgeIntervalSeconds
  "TIMELINE_RETENTION_DAYS" (ternary $values.changeFeedWorker.timelineRetentionDays "" (gt ($values.changeFeedWorker.timelineRetentionDays | int) 0))
-}}
{{- range .service.secrets -}}
{{- $_ := set $known (printf "%s_FILE" .) (printf "/secrets/%s" .) -}}
{{- end -}}
{{- $known = merge $known (include "rapport.databaseVariables" (dict "root" .root "role" .service.role) | fromJson) -}}
{{- $env := dict -}}
{{- range $variable := .service.variables -}}
{{- range $form := list (printf "%s_FILE" $variable) $variable -}}
{{- $given := get $known $form -}}
{{- if and (ne (toString $given) "") (not (hasKey $env (printf "%s_FILE" $variable))) -}}
{{- $_ := set $env $form $given -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if has "OPERATOR_PORT" .service.variables -}}
{{- $_ := set $env "OPERATOR_CREDENTIAL_FILE" "/secrets/OPERATOR_CREDENTIAL" -}}
{{- end -}}
{{- mergeOverwrite $env (include "rapport.trustVariables" .root | fromJson) $values.env .values.env | toJson -}}
{{- end -}}
