/**
 * Lets the shops of tests start the programs that `npm test` has built, which takes a third of the time of the sources. A
 * developer's run without TEST_BUILD starts the sources.
 */
import { builtProgram, PROGRAMS } from '../src/package-folder.ts'

const { TEST_BUILD } = process.env
if (TEST_BUILD)
  for (const [name, path] of Object.entries(PROGRAMS))
    PROGRAMS[name as keyof typeof PROGRAMS] = builtProgram(TEST_BUILD, path)
