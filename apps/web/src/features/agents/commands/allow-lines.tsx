/** Lines for the reference agent's allow file, by command: without them it refuses these commands. */
const LINES: Record<string, string> = {
  reboot: '"reboot": true',
  update: '"update": true',
  'service.restart': '"services": ["nginx.service"]',
  'run-action': '"actions": { "backup": { "command": ["/usr/local/bin/backup"] } }',
}

/** Explains to the machine's owner how to allow a command; renders nothing for other commands. */
export function AllowLines({ command }: { command: string }) {
  const line = Object.hasOwn(LINES, command) ? LINES[command] : undefined
  if (!line) return null
  return (
    <div className="grid gap-1 text-muted-foreground text-xs">
      <p>On the machine, in /etc/atalaya-agent/allow.json, before the agent is started again:</p>
      <pre className="overflow-x-auto rounded-md bg-muted px-2 py-1.5 font-mono">{`{ ${line} }`}</pre>
    </div>
  )
}
