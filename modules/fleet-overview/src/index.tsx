import { defineModule } from '@atalaya/module-sdk'
import { FleetOverview } from './fleet-overview.tsx'

export default defineModule({ Widget: FleetOverview })
