import { defineModule } from '@atalaya/module-sdk'
import { Conversations } from './conversations.tsx'

export default defineModule({ Widget: Conversations })
