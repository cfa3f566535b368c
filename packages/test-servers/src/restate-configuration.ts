/** Ports of loopback: between nodes, of the administration, and of the callers. */
export type RestatePorts = { node: number; admin: number; ingress: number };

/**
 * A small and quiet server: everything on loopback, no telemetry, no page. The look-up of the latest release, which no setting
 * stops, is left out of the log. Attempts follow one another at once and are never given up: whoever kills workers in
 * numbers must not find an invocation paused.
 */
export function restateConfiguration(folder: string, ports: RestatePorts): string {
  const text = (value: string) => JSON.stringify(value);
  return `
node-name = "node"
cluster-name = "test"
base-dir = ${text(folder)}
listen-mode = "tcp"
bind-address = "127.0.0.1:${ports.node}"
advertised-address = "http://127.0.0.1:${ports.node}/"
default-num-partitions = 2
shutdown-timeout = "2s"
disable-telemetry = true
log-filter = "warn,octocrab=off"
log-disable-ansi-codes = true
rocksdb-total-memory-size = "128.0 MiB"

[default-retry-policy]
initial-interval = "20ms"
exponentiation-factor = 1.5
max-interval = "200ms"
max-attempts = "unlimited"

[admin]
bind-address = "127.0.0.1:${ports.admin}"
disable-web-ui = true

[ingress]
bind-address = "127.0.0.1:${ports.ingress}"
`;
}
