import { defineModule } from '@atalaya/module-sdk'
import { Alerts } from './alerts.tsx'

export default defineModule({ Widget: Alerts })
