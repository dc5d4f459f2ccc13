import { setFlagsFromString } from 'node:v8'

// A program that does a little every ten seconds needs little: no second, faster version of its code, and no room for
// much garbage. That is a tenth of its memory.
setFlagsFromString('--no-opt')
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--max-semi-space-size=1')
