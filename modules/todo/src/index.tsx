import { defineModule } from '@atalaya/module-sdk'
import { Todo } from './todo.tsx'

export default defineModule({ Widget: Todo })
