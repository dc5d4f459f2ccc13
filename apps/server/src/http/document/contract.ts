// Generated from the files of `packages/contract` by `npm run gen`: the server's build can't look into a folder.
import * as agentDownloads from '@atalaya/contract/agent-downloads'
import * as agentFields from '@atalaya/contract/agent-fields'
import * as agentListing from '@atalaya/contract/agent-listing'
import * as agentNumbers from '@atalaya/contract/agent-numbers'
import * as agentProtocol from '@atalaya/contract/agent-protocol'
import * as agentSync from '@atalaya/contract/agent-sync'
import * as agents from '@atalaya/contract/agents'
import * as alertChannels from '@atalaya/contract/alert-channels'
import * as alertIncidents from '@atalaya/contract/alert-incidents'
import * as alertMessages from '@atalaya/contract/alert-messages'
import * as alertRules from '@atalaya/contract/alert-rules'
import * as alertTemplates from '@atalaya/contract/alert-templates'
import * as alertWebhooks from '@atalaya/contract/alert-webhooks'
import * as attention from '@atalaya/contract/attention'
import * as audit from '@atalaya/contract/audit'
import * as auditActions from '@atalaya/contract/audit-actions'
import * as auditTopics from '@atalaya/contract/audit-topics'
import * as auth from '@atalaya/contract/auth'
import * as backups from '@atalaya/contract/backups'
import * as boundedJson from '@atalaya/contract/bounded-json'
import * as boundedText from '@atalaya/contract/bounded-text'
import * as capability from '@atalaya/contract/capability'
import * as colours from '@atalaya/contract/colours'
import * as commands from '@atalaya/contract/commands'
import * as credentials from '@atalaya/contract/credentials'
import * as dashboard from '@atalaya/contract/dashboard'
import * as displayEntries from '@atalaya/contract/display-entries'
import * as displayPlaylist from '@atalaya/contract/display-playlist'
import * as displayScreen from '@atalaya/contract/display-screen'
import * as displays from '@atalaya/contract/displays'
import * as envelope from '@atalaya/contract/envelope'
import * as events from '@atalaya/contract/events'
import * as factorAdmin from '@atalaya/contract/factor-admin'
import * as factorEntry from '@atalaya/contract/factor-entry'
import * as factorProof from '@atalaya/contract/factor-proof'
import * as foreignName from '@atalaya/contract/foreign-name'
import * as grid from '@atalaya/contract/grid'
import * as identities from '@atalaya/contract/identities'
import * as identity from '@atalaya/contract/identity'
import * as incidentSubject from '@atalaya/contract/incident-subject'
import * as installation from '@atalaya/contract/installation'
import * as integrations from '@atalaya/contract/integrations'
import * as legal from '@atalaya/contract/legal'
import * as metricBounds from '@atalaya/contract/metric-bounds'
import * as metrics from '@atalaya/contract/metrics'
import * as moduleBridge from '@atalaya/contract/module-bridge'
import * as moduleFixture from '@atalaya/contract/module-fixture'
import * as moduleIndex from '@atalaya/contract/module-index'
import * as moduleIndexes from '@atalaya/contract/module-indexes'
import * as modulePackages from '@atalaya/contract/module-packages'
import * as modulePhotos from '@atalaya/contract/module-photos'
import * as moduleRequests from '@atalaya/contract/module-requests'
import * as moduleSources from '@atalaya/contract/module-sources'
import * as moduleSuggestions from '@atalaya/contract/module-suggestions'
import * as modules from '@atalaya/contract/modules'
import * as newCommand from '@atalaya/contract/new-command'
import * as pageArchive from '@atalaya/contract/page-archive'
import * as passkeys from '@atalaya/contract/passkeys'
import * as passwordRules from '@atalaya/contract/password-rules'
import * as position from '@atalaya/contract/position'
import * as preferences from '@atalaya/contract/preferences'
import * as programVersion from '@atalaya/contract/program-version'
import * as qr from '@atalaya/contract/qr'
import * as route from '@atalaya/contract/route'
import * as scalars from '@atalaya/contract/scalars'
import * as scopes from '@atalaya/contract/scopes'
import * as secondFactor from '@atalaya/contract/second-factor'
import * as selector from '@atalaya/contract/selector'
import * as severity from '@atalaya/contract/severity'
import * as sourceState from '@atalaya/contract/source-state'
import * as telemetry from '@atalaya/contract/telemetry'
import * as themes from '@atalaya/contract/themes'
import * as users from '@atalaya/contract/users'

/** All exports of the contract, by file name. */
export const contract: Record<string, Record<string, unknown>> = {
  'agent-downloads': agentDownloads,
  'agent-fields': agentFields,
  'agent-listing': agentListing,
  'agent-numbers': agentNumbers,
  'agent-protocol': agentProtocol,
  'agent-sync': agentSync,
  agents,
  'alert-channels': alertChannels,
  'alert-incidents': alertIncidents,
  'alert-messages': alertMessages,
  'alert-rules': alertRules,
  'alert-templates': alertTemplates,
  'alert-webhooks': alertWebhooks,
  attention,
  audit,
  'audit-actions': auditActions,
  'audit-topics': auditTopics,
  auth,
  backups,
  'bounded-json': boundedJson,
  'bounded-text': boundedText,
  capability,
  colours,
  commands,
  credentials,
  dashboard,
  'display-entries': displayEntries,
  'display-playlist': displayPlaylist,
  'display-screen': displayScreen,
  displays,
  envelope,
  events,
  'factor-admin': factorAdmin,
  'factor-entry': factorEntry,
  'factor-proof': factorProof,
  'foreign-name': foreignName,
  grid,
  identities,
  identity,
  'incident-subject': incidentSubject,
  installation,
  integrations,
  legal,
  'metric-bounds': metricBounds,
  metrics,
  'module-bridge': moduleBridge,
  'module-fixture': moduleFixture,
  'module-index': moduleIndex,
  'module-indexes': moduleIndexes,
  'module-packages': modulePackages,
  'module-photos': modulePhotos,
  'module-requests': moduleRequests,
  'module-sources': moduleSources,
  'module-suggestions': moduleSuggestions,
  modules,
  'new-command': newCommand,
  'page-archive': pageArchive,
  passkeys,
  'password-rules': passwordRules,
  position,
  preferences,
  'program-version': programVersion,
  qr,
  route,
  scalars,
  scopes,
  'second-factor': secondFactor,
  selector,
  severity,
  'source-state': sourceState,
  telemetry,
  themes,
  users,
}
