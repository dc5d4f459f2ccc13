import { defineModule } from '@atalaya/module-sdk'
import { Gauge } from './gauge.tsx'

export default defineModule({ Widget: Gauge })
