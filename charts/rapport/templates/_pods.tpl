{{/* What every pod has, by its component's own values over those of all. */}}
{{- define "rapport.podSpec" -}}
{{- $own := .values | default dict -}}
{{- $all := .root.Values -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $all.serviceAccount.name }}
serviceAccountName: {{ . }}
{{- end }}
{{- with $all.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $all.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext: {{- include "rapport.podSecurity" (dict "user" (.user | default 65532)) | nindent 2 }}
{{- with $own.nodeSelector | default $all.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.tolerations | default $all.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.affinity | default $all.affinity | default (ternary (include "rapport.zones" . | fromYaml) dict (not (empty $own))) }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "rapport.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .user }}
runAsGroup: {{ .user }}
fsGroup: {{ .user }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "rapport.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Node reads each file of the folder, beside the authorities that it knows. */}}
{{- define "rapport.trustVariables" -}}
{{- ternary (dict "NODE_USE_SYSTEM_CA" "1" "SSL_CERT_DIR" "/trust") dict (not (empty .Values.trust)) | toJson -}}
{{- end -}}

{{/* The volumes of every pod of the project's own image: the one folder that it may write to, whom it trusts, and those that values add. */}}
{{- define "rapport.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- with .Values.trust }}
- name: trust
  projected:
    sources:
      {{- range $place, $entry := . }}
      - {{ ternary "secret" "configMap" (empty $entry.configMap) }}:
          name: {{ $entry.secret | default $entry.configMap }}
          items: [{ key: {{ $entry.key }}, path: {{ $place }}.pem }]
      {{- end }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "rapport.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if .Values.trust }}
- { name: trust, mountPath: /trust, readOnly: true }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Pods of one component are spread over nodes where there are several. */}}
{{- define "rapport.spread" -}}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels: {{- include "rapport.selector" . | nindent 6 }}
{{- end -}}

{{/* They prefer different zones, too. A second key of the spread would end that over nodes where nodes have no zone. */}}
{{- define "rapport.zones" -}}
podAntiAffinity:
  preferredDuringSchedulingIgnoredDuringExecution:
    - weight: 100
      podAffinityTerm:
        topologyKey: topology.kubernetes.io/zone
        labelSelector:
          matchLabels: {{- include "rapport.selector" . | nindent 12 }}
{{- end -}}

{{/* Variables as a container lists them: text as it is, and numbers in digits, also those of a million and above. */}}
{{- define "rapport.env" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}
{{- end }}
{{- end -}}

{{- define "rapport.annotations" -}}
{{- $annotations := mergeOverwrite (deepCopy .root.Values.podAnnotations) (.values.podAnnotations | default dict) -}}
{{- if .root.Values.podMonitor.annotate -}}
{{- $annotations = merge $annotations (dict "prometheus.io/scrape" "true" "prometheus.io/port" "9090" "prometheus.io/path" "/metrics") -}}
{{- end -}}
{{- with $annotations }}{{ toYaml . }}{{ end -}}
{{- end -}}
