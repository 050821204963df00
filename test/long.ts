/** Whether to run the tests that only `.ci/run` has time for: more cases, with other random numbers. */
export const isLongRun = process.env.TAG_PDF_LONG !== undefined;
