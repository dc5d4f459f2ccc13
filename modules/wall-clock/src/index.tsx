import { defineModule } from '@atalaya/module-sdk'
import { Clock } from './clock.tsx'

export default defineModule({ Widget: Clock })
