{{/* The name with which the names of all objects begin. */}}
{{- define "rapport.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels of every object, over those that values add. Call it with the root and the component. */}}
{{- define "rapport.labels" -}}
{{- $chart := printf "%s-%s" .root.Chart.Name .root.Chart.Version -}}
{{- $own := dict "app.kubernetes.io/version" .root.Chart.AppVersion "app.kubernetes.io/managed-by" .root.Release.Service "helm.sh/chart" $chart -}}
{{- merge $own (include "rapport.selector" . | fromYaml) .root.Values.commonLabels | toYaml -}}
{{- end -}}

{{/* Labels of the pods of a component, with those that its values add. */}}
{{- define "rapport.podLabels" -}}
{{- mergeOverwrite (include "rapport.labels" . | fromYaml) .root.Values.podLabels .values.podLabels | toYaml -}}
{{- end -}}

{{- define "rapport.selector" -}}
app.kubernetes.io/name: rapport
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "rapport.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ with .Values.image.digest }}@{{ . }}{{ end }}
{{- end -}}

{{/* The image of a server: the official one, unless values name another. */}}
{{- define "rapport.serverImage" -}}
{{- $official := get (.root.Files.Get "files/images.json" | fromJson) .name -}}
{{ .image.repository | default $official.repository }}:{{ .image.tag | default $official.tag }}{{ with .image.digest }}@{{ . }}{{ end }}
{{- end -}}

{{- define "rapport.secret" -}}
{{ .Values.secrets.existingSecret | default (printf "%s-secrets" (include "rapport.fullname" .)) }}
{{- end -}}

{{/* The hosts of the databases: the chart's own server where it has one. */}}
{{- define "rapport.databaseHost" -}}
{{- if .root.Values.stores.postgres.enabled -}}
{{ include "rapport.fullname" .root }}-postgres
{{- else -}}
{{ .host }}
{{- end -}}
{{- end -}}

{{/* The port of Redis or a mail server: beside the Secret that has its address, else of the address; none of a folder. */}}
{{- define "rapport.serverPort" -}}
{{- if .existingSecret -}}
{{ .port }}
{{- else -}}
{{- $address := urlParse .url -}}
{{- $ports := dict "redis" 6379 "rediss" 6379 "smtps" 465 "smtp" 587 -}}
{{ regexFind ":[0-9]+$" $address.host | trimPrefix ":" | default (get $ports $address.scheme) }}
{{- end -}}
{{- end -}}

{{/* The address of a database for a role. Its password is read from a file for each connection. */}}
{{- define "rapport.databaseUrl" -}}
{{- $host := include "rapport.databaseHost" (dict "root" .root "host" .database.host) -}}
{{- printf "postgres://%s@%s:%v/%s" .role $host .database.port .database.name -}}
{{- with .root.Values.database.parameters -}}?{{ . }}{{- end -}}
{{- end -}}

{{/* The variables that name the databases for a role, as a dictionary in JSON. */}}
{{- define "rapport.databaseVariables" -}}
{{- $cells := dict -}}
{{- range $name, $database := .root.Values.database.cells -}}
{{- $_ := set $cells $name (include "rapport.databaseUrl" (dict "root" $.root "role" $.role "database" $database)) -}}
{{- end -}}
{{- dict
  "CONTROL_DATABASE_URL" (include "rapport.databaseUrl" (dict "root" .root "role" .role "database" .root.Values.database.control))
  "CELL_DATABASE_URLS" ($cells | toJson)
  "DATABASE_PASSWORD_FILE" (printf "/secrets/%s.password" .role)
| toJson -}}
{{- end -}}
