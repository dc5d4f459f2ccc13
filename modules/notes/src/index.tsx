import { defineModule } from '@atalaya/module-sdk'
import { Notes } from './notes.tsx'

export default defineModule({ Widget: Notes })
