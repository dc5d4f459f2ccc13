import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { addressQuery } from '#web/features/agents/agents.queries.ts'
import {
  guessPlatform,
  installCommand,
  isLoopback,
  isUpdateKey,
  PLATFORM_NAMES,
  type Platform,
  serviceCommand,
  type UpdateChoice,
} from '#web/features/agents/install-command.ts'
import { ConnectionStatus } from '#web/features/agents/mine/connection-status.tsx'
import { UpdateChoiceField } from '#web/features/agents/mine/update-choice-field.tsx'
import { serverOrigin } from '#web/lib/calls/request.ts'

const PLATFORMS: Platform[] = ['unix', 'windows']

/** Command that installs the agent, and whether it has connected. The token in it is shown only once. */
export function InstallPanel({ agentId, token }: { agentId: string; token: string }) {
  const [guess] = useState(() => guessPlatform(navigator.userAgent))
  const [update, setUpdate] = useState<UpdateChoice>({ mode: 'never', key: '' })
  const origin = serverOrigin()
  const { data: networkUrl } = useQuery({ ...addressQuery, enabled: isLoopback(origin) })
  const [isLocal, setLocal] = useState(false)
  const server = isLocal ? origin : (networkUrl ?? origin)
  const isReady = update.mode !== 'signed' || isUpdateKey(update.key)
  return (
    <div className="grid min-w-0 gap-4">
      <UpdateChoiceField server={server} value={update} onChange={setUpdate} />
      <Tabs defaultValue={guess}>
        <TabsList aria-label="Operating system">
          {PLATFORMS.map((platform) => (
            <TabsTrigger key={platform} value={platform}>
              {PLATFORM_NAMES[platform]}
            </TabsTrigger>
          ))}
        </TabsList>
        {PLATFORMS.map((platform) => (
          <TabsContent key={platform} value={platform}>
            {isReady ? (
              <>
                <Line text={installCommand(platform, server, token, update)} name="the command" />
                <KeepRunning platform={platform} line={serviceCommand(server, token)} />
              </>
            ) : (
              <p className="text-muted-foreground text-sm">The line is shown once there is a key.</p>
            )}
          </TabsContent>
        ))}
      </Tabs>
      <p className="text-muted-foreground text-sm">
        Run it on the machine to watch; it needs Node.js 18 or newer and nothing else. The token in it is shown only
        this once.
      </p>
      {isLoopback(origin) && networkUrl !== undefined && (
        <Alert variant="info">
          {networkUrl === null ? (
            `Only this machine reaches ${origin}. For others, start the server with HOST=0.0.0.0 and open this page under the address that it prints.`
          ) : (
            <>
              {isLocal
                ? `Only this machine reaches ${origin}. `
                : `The line leads to ${networkUrl}, for other machines. `}
              <button type="button" className="font-medium underline" onClick={() => setLocal(!isLocal)}>
                {isLocal ? 'Use it on another machine' : 'Use it on this machine'}
              </button>
            </>
          )}
        </Alert>
      )}
      <ConnectionStatus agentId={agentId} />
    </div>
  )
}

function KeepRunning({ platform, line }: { platform: Platform; line: string }) {
  if (platform === 'windows') {
    return <Hint>It runs while the window is open; Task Scheduler can start the same line with the machine.</Hint>
  }
  return (
    <details className="my-2 text-sm">
      <summary className="w-fit cursor-pointer rounded-sm text-muted-foreground pointer-coarse:py-3">
        It runs while the terminal is open: keep it running
      </summary>
      <Hint>
        On Linux with systemd this line, after the one above, makes it a service that starts with the machine:
      </Hint>
      <Line text={line} name="the line for a service" />
    </details>
  )
}

const Hint = ({ children }: { children: string }) => <p className="my-2 text-muted-foreground text-sm">{children}</p>

function Line({ text, name }: { text: string; name: string }) {
  return (
    <div className="flex items-start gap-2 rounded-lg border bg-muted/60 p-2">
      <code className="min-w-0 flex-1 select-all px-1 [overflow-wrap:anywhere] py-1 font-mono text-xs leading-5">
        {text}
      </code>
      <CopyButton text={text} name={name} />
    </div>
  )
}
