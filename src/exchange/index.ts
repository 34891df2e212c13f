export { type Anonymised, anonymise, type Source } from "./anonymise/anonymise.ts";
export { ExchangeProblem } from "./problem.ts";
