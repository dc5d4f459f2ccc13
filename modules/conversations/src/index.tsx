import { defineModule } from '@atalaya/module-sdk'
import { Conversations } from './conversation-list.tsx'

export default defineModule({ Widget: Conversations })
