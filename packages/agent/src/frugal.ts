import { setFlagsFromString } from 'node:v8'

// Saves a tenth of the memory: an agent does little, so it needs neither optimised machine code nor room for much
// garbage.
setFlagsFromString('--no-opt')
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--max-semi-space-size=1')
