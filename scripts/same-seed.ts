import fc from "fast-check";

/**
 * Properties are tried with the same values in every run of CI: whether a commit is good must not be a matter of luck.
 * Everywhere else they are tried with new ones, which is how new counterexamples are found.
 */
fc.configureGlobal({ seed: 20_260_101 });
