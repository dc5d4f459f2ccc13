import { defineModule } from '@atalaya/module-sdk'
import { Links } from './links.tsx'

export default defineModule({ Widget: Links })
