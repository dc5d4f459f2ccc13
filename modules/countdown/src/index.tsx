import { defineModule } from '@atalaya/module-sdk'
import { Countdown } from './countdown.tsx'

export default defineModule({ Widget: Countdown })
