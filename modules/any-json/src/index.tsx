import { defineModule } from '@atalaya/module-sdk'
import { AnyJson } from './any-json.tsx'

export default defineModule({ Widget: AnyJson })
