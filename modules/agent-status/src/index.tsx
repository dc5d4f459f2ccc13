import { defineModule } from '@atalaya/module-sdk'
import { AgentStatus } from './agent-status.tsx'

export default defineModule({ Widget: AgentStatus })
