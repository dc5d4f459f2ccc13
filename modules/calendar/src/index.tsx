import { defineModule } from '@atalaya/module-sdk'
import { Calendar } from './calendar.tsx'

export default defineModule({ Widget: Calendar })
