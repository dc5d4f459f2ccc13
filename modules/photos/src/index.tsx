import { defineModule } from '@atalaya/module-sdk'
import { Photos } from './photos.tsx'

export default defineModule({ Widget: Photos })
