import { defineModule } from '@atalaya/module-sdk'
import { AgentChart } from './agent-chart.tsx'

export default defineModule({ Widget: AgentChart })
