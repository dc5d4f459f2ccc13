import { defineModule } from '@atalaya/module-sdk'
import { Spark } from './spark.tsx'

export default defineModule({ Widget: Spark })
