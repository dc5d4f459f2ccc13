import { calledBack, from, handed, sent, shape, step, table, taken, type Way } from './way.ts'
import { screenWays } from './ways-screens.ts'

const ACCESS = 'http/access.ts'
const AGENT = 'agent/src/agent.ts'
const CONNECTION = 'gateway/connection.ts'
const SESSION = 'gateway/session.ts'
const INBOUND = 'gateway/inbound.ts'
const COMMIT = 'telemetry/commit.ts'
const ENQUEUE = 'commands/enqueue.ts'
const DISPATCHER = 'commands/dispatcher.ts'
const REPORTS = 'commands/reports.ts'
const JUDGE = 'alerts/judge.ts'
const PLANNER = 'notify/planner.ts'

const call: Way = {
  title: 'A call, from a screen to the database',
  about: 'By the example of the list of users. A rule that refuses throws `AppError`, which goes back the same way.',
  steps: [
    step('lib/session/accounts.ts', 'usersQuery', 'names the call that the screen reads'),
    step('lib/calls/api.ts', 'call', 'adds the access token; after a 401 refreshes it once and repeats the call'),
    step('lib/calls/request.ts', 'send', 'sends it'),
    step('http/mount.ts', 'mount', 'checks access, then params, query and body by the contract', sent('Route')),
    step(ACCESS, 'authorize', 'throws 401 without a live session; 403 beyond role, scope or confirmation'),
    step(
      'sessions/sessions.ts',
      'authenticate',
      'finds the session of a token; tokens of programs are in `credentials/credentials.ts`, of agents in `agents/agent-tokens.ts`',
      handed('compose/accounts.ts', 'compose/app.ts', 'http/server.ts'),
    ),
    from('http/mount.ts', step('users/users.routes.ts', 'usersRoutes', 'mounts the call', taken('mount'))),
    step('users/users.service.ts', 'list', 'applies the rule'),
    step('users/users.repo.ts', 'list', 'has the SQL'),
    from('http/mount.ts', step('domain/errors.ts', 'AppError', 'is the one error that is thrown on purpose')),
    step('http/errors.ts', 'sendError', 'answers it: a status, 401 too, and the failure envelope', taken('AppError')),
  ],
}

const sample: Way = {
  title: 'A sample, from the machine to the charts',
  steps: [
    step('agent/src/reporter.ts', 'measure', 'measures, in the interval that the server asks for'),
    step(AGENT, 'addItem', 'makes an item of it', calledBack('createReporter')),
    step('agent/src/sender.ts', 'add', 'puts it into the outbox, and sends up to a hundred a frame'),
    from(AGENT, step('agent/src/connection/link.ts', 'createLink', 'connects to the server, and reconnects')),
    step(
      'agent/src/connection/socket-connection.ts',
      'dialSocket',
      'opens a WebSocket; if none gets through, `agent/src/connection/sync-connection.ts` makes requests to `gateway/sync.routes.ts`',
    ),
    step(
      'gateway/gateway.routes.ts',
      'gatewayRoutes',
      'admits the agent and takes the socket over',
      sent('AGENT_WS_PATH'),
    ),
    step(CONNECTION, 'createConnection', 'reads frames'),
    step('gateway/frame-turns.ts', 'accept', 'hands a frame on, now or in its turn'),
    from(
      CONNECTION,
      step(SESSION, 'onFrame', 'checks it; the first one is a hello', shape('connections/agent-session.ts')),
    ),
    step(INBOUND, 'receive', 'sorts frames, and acknowledges items once they are stored (`sendReceipt`)'),
    step('telemetry/ingest.ts', 'queue', 'collects a batch'),
    step(COMMIT, 'createCommit', 'stores it, then calls back with receipts, then calls the listeners'),
    step(
      'telemetry/telemetry.repo.ts',
      'store',
      'has the SQL: each sample is stored exactly once, in `samples`',
      handed('compose/repos.ts'),
    ),
    from(COMMIT, step('telemetry/receipts.ts', 'receiptsOf', 'makes the receipts that `gateway/inbound.ts` sends')),
    from(COMMIT, step('telemetry/live-data.ts', 'createPublish', 'publishes a live event', handed('compose/fleet.ts'))),
    from(
      'telemetry/telemetry.repo.ts',
      step('telemetry/rollups.repo.ts', 'samplesAfter', 'reads them later', table('samples')),
    ),
    step(
      'telemetry/rollup.ts',
      'rollUp',
      'rolls them up into minutes and longer steps, in `rollups`; `telemetry/maintenance.ts` says when',
      taken('RollupsRepo'),
    ),
    step('telemetry/range.ts', 'createRangeReader', 'reads samples and rollups for charts', taken('Rollup')),
  ],
}

const command: Way = {
  title: 'A command and its result',
  steps: [
    step('features/agents/commands/commands.queries.ts', 'sendCommand', 'makes the call'),
    step('commands/commands.routes.ts', 'commandsRoutes', 'mounts the call', sent('commands.send')),
    step('commands/sending.ts', 'send', 'sends once for each idempotency key'),
    step(ENQUEUE, 'createEnqueue', 'stores a row for each agent'),
    step('commands/targets.ts', 'createTargets', 'decides who may send to which agents'),
    from(ENQUEUE, step('commands/delivery.ts', 'deliver', 'sends to the agents that are connected to this instance')),
    from(ENQUEUE, step(DISPATCHER, 'nudge', 'asks the other instances to look for theirs')),
    step('events/bus.ts', 'publish', 'carries that to each of them'),
    step(DISPATCHER, 'nudgeMessage', 'is the message there, which wakes the delivery', calledBack('subscribe')),
    step('commands/delivery.ts', 'wake', 'claims the rows of its agents and delivers them'),
    step(AGENT, 'onFrame', 'takes the frame, in the agent', sent("'cmd'")),
    step('agent/src/commands/executor.ts', 'accept', 'runs the command, at most once, and sends its result'),
    step(INBOUND, 'receive', 'takes the result, which came as a sample comes', sent("'cmd.result'")),
    step(REPORTS, 'record', 'stores it, one report of an agent after the other'),
    step('commands/machine.ts', 'step', 'decides which state follows'),
    from(REPORTS, step('commands/commands.repo.ts', 'moveIfUnchanged', 'has the SQL')),
    from(
      REPORTS,
      step('commands/announce.ts', 'createAnnounce', 'publishes a live event', handed('compose/commands.ts')),
    ),
    from(
      DISPATCHER,
      step('commands/reaper.ts', 'reap', 'finds what got lost, by deadlines in the table', taken('Dispatcher')),
    ),
  ],
}

const liveEvent: Way = {
  title: 'A live event, from a rule to the screens',
  about: 'By the example of an agent.',
  steps: [
    step('agents/agents.service.ts', 'announce', 'announces a changed agent'),
    step('events/live.ts', 'emit', 'names the event and its audience'),
    step('events/bus.ts', 'publish', 'carries it to every instance'),
    step('events/live.ts', 'sendVisible', 'picks the streams there that may have it', calledBack('subscribe')),
    step('events/events.routes.ts', 'write', 'writes it to a stream', calledBack('listen')),
    step('lib/live/live-stream.ts', 'openLiveStream', 'reads the stream, in one tab of the browser', sent('LiveEvent')),
    step(
      'app/live-events.ts',
      'receive',
      'takes the event, and forwards it to the other tabs',
      calledBack('openLiveStream'),
    ),
    step('app/apply-event.ts', 'applyEvent', 'runs all reducers on the query cache, from which React draws'),
    from(
      'app/live-events.ts',
      step('features/agents/agents-live.ts', 'applyAgentEvent', 'is the reducer of a feature'),
    ),
    from(
      'lib/live/live-stream.ts',
      step(
        'app/display-screen/display-live.ts',
        'startDisplayLive',
        'does the same on a display',
        taken('openLiveStream'),
      ),
    ),
  ],
}

const alert: Way = {
  title: 'An alert, from a number to a phone',
  steps: [
    step('telemetry/rollup.ts', 'flush', 'has rolled up a minute'),
    step('telemetry/newest-minutes.ts', 'add', 'keeps its averages', handed('compose/fleet.ts')),
    step(
      'alerts/watch.ts',
      'createWatch',
      'evaluates the rules every ten seconds, on one instance',
      taken('NewestMinutes'),
    ),
    step(JUDGE, 'createJudge', 'judges all rules; it only reads'),
    step('alerts/fleet-snapshot.ts', 'createReadFleet', 'reads a snapshot of the fleet'),
    from(JUDGE, step('alerts/rule-views.ts', 'ruleViewOf', 'finds what that means to a rule')),
    from(JUDGE, step('alerts/behind.ts', 'stepBehind', 'finds the machine that an agent is behind')),
    step('alerts/machine.ts', 'step', 'decides what fires and what is over'),
    from(
      'alerts/watch.ts',
      step('alerts/verdict-writer.ts', 'write', 'writes states, incidents and notices, all or nothing'),
    ),
    step('alerts/incident-writes.repo.ts', 'addNotices', 'has the SQL', handed('compose/repos.ts')),
    step('notify/messages.repo.ts', 'dueNotices', 'reads the notices that are due', table('alert_notices')),
    step(PLANNER, 'planDue', 'finds the people and their channels', taken('MessagesRepo')),
    step('notify/decisions.ts', 'decide', 'decides for each channel whether it gets the alert, and why'),
    from(
      PLANNER,
      step('notify/round.ts', 'createRound', 'runs the planner and the outbox, every two seconds', taken('Planner')),
    ),
    step('notify/outbox.ts', 'sendDue', 'claims each message and sends it'),
    step('notify/channels/send.ts', 'createSend', 'chooses the kind of channel; one of them follows'),
    step('notify/channels/ntfy.ts', 'createNtfy', 'writes the request for its service', handed('compose/notify.ts')),
    step('notify/channels/ask.ts', 'ask', 'sends it, and reads the answer: sent, refused, or to be retried'),
    step('net/outbound.ts', 'request', 'makes the request, if the guard lets it'),
    from('alerts/watch.ts', step('alerts/incident-views.ts', 'announce', 'publishes a live event')),
  ],
}

/** Ways that things take through the program, for ARCHITECTURE.md. `npm run check` proves each arrow. */
export const ways: Way[] = [call, sample, command, liveEvent, alert, ...screenWays]
