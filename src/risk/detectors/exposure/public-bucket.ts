import type { Detector } from "../../model.ts";
import { allowingStatements, isAboutObjects } from "../shared/aws-policies.ts";
import { inCommands, optionOf, wordsOf } from "../shared/commands.ts";
import { googleBindings } from "../shared/google-bindings.ts";
import { inPlans } from "../shared/plans.ts";
import { textsOf, wordOf } from "../shared/values.ts";

const openAcl = /^(public-read(-write)?|authenticated-read|publicread(write)?|website)$/i;
const everybody = /allusers|allauthenticatedusers|authenticatedusers/i;
const blocks = ["block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets"];

const amazon = [
  inPlans(["aws_s3_bucket", "aws_s3_bucket_acl", "aws_s3_object", "aws_s3_bucket_object"], (after, { address }) =>
    openAcl.test(wordOf(after.acl))
      ? { field: `${address}: acl`, because: `the ACL ${wordOf(after.acl)} opens it` }
      : undefined,
  ),
  inPlans(["aws_s3_bucket_acl"], (after, { address }) =>
    everybody.test(JSON.stringify(after.access_control_policy ?? ""))
      ? { field: `${address}: access_control_policy`, because: "it grants something to everybody" }
      : undefined,
  ),
  inPlans(["aws_s3_bucket_public_access_block", "aws_s3_account_public_access_block"], (after, { address }) =>
    blocks
      .filter((name) => after[name] === false)
      .map((name) => ({
        field: `${address}: ${name}`,
        because: "a guard against public access is off",
        level: "medium" as const,
      })),
  ),
  inCommands(["aws"], /^s3(api)? /, (command) => {
    const acl = optionOf(command, "acl") ?? "";
    const grants = ["grant-read", "grant-write", "grant-full-control", "grants"].filter((name) =>
      everybody.test(optionOf(command, name) ?? ""),
    );
    if (!openAcl.test(acl) && grants.length === 0) return undefined;
    return { field: wordsOf(command, "acl", ...grants), because: "what it writes is open to everybody" };
  }),
  inCommands(["aws"], /^s3(api|control) (put|delete)-public-access-block$/, (command) => {
    const off =
      /delete/.test(command.operation) || /false/i.test(optionOf(command, "public-access-block-configuration") ?? "");
    return off
      ? { field: wordsOf(command), because: "the guard against public access goes", level: "medium" }
      : undefined;
  }),
];

const google = [
  inPlans(
    [
      "google_storage_bucket_acl",
      "google_storage_default_object_acl",
      "google_storage_object_acl",
      "google_storage_bucket_access_control",
    ],
    (after, { address }) => {
      const said = [after.predefined_acl, after.entity, ...textsOf(after.role_entity)].map(wordOf);
      const open = said.find((text) => openAcl.test(text) || everybody.test(text));
      return open === undefined ? undefined : { field: address, because: `${open} opens it` };
    },
  ),
  inCommands(["gsutil"], /^(iam|acl|defacl)( |$)/, (command) => {
    const open = command.words.find(
      (word) => /^public-read/.test(word) || (everybody.test(word) && !word.startsWith("-")),
    );
    if (open === undefined || command.words.includes("-d")) return undefined;
    return { field: `${wordsOf(command)} ${open}`, because: "it opens the bucket" };
  }),
];

const azure = [
  inPlans(["azurerm_storage_account"], (after, { address }) => {
    const field = ["allow_nested_items_to_be_public", "allow_blob_public_access"].find((name) => after[name] === true);
    return field === undefined
      ? undefined
      : { field: `${address}: ${field}`, because: "its containers may be made public", level: "medium" };
  }),
  inPlans(["azurerm_storage_container"], (after, { address }) =>
    /^(blob|container)$/.test(wordOf(after.container_access_type))
      ? { field: `${address}: container_access_type`, because: "everybody reads it" }
      : undefined,
  ),
  inCommands(["az"], /^storage (account (create|update)|container (create|set-permission))$/, (command) => {
    const container = /^(blob|container)$/.test(optionOf(command, "public-access") ?? "");
    const account = /^true$/i.test(optionOf(command, "allow-blob-public-access") ?? "");
    if (container) return { field: wordsOf(command, "public-access"), because: "everybody reads it" };
    return account
      ? {
          field: wordsOf(command, "allow-blob-public-access"),
          because: "its containers may be made public",
          level: "medium",
        }
      : undefined;
  }),
];

export const publicBucket: Detector = {
  tag: "cloud.public-bucket",
  level: "high",
  summary: "a bucket or its objects open to everybody; medium where only the guard against that is off",
  advice: "Ask whether every object in it, past and future, is meant for everybody; else sign the addresses.",
  detect: (operation) => [
    ...[...amazon, ...google, ...azure].flatMap((detect) => detect(operation)),
    ...allowingStatements(operation)
      .filter((statement) => isAboutObjects(statement) && statement.principals?.includes("*") && !statement.conditional)
      .map(({ field, actions }) => ({ field: `${field} Principal`, because: `everybody may ${actions.join(", ")}` })),
    ...googleBindings(operation)
      .filter(({ storage, members }) => storage && members.some((member) => everybody.test(member)))
      .map(({ field, role }) => ({ field: `${field}: member`, because: `everybody gets ${role}` })),
    ...operation.changes
      .filter(
        ({ type, actions }) =>
          /^aws_s3_(bucket|account)_public_access_block$/.test(type) && actions.join() === "delete",
      )
      .map(({ address }) => ({
        field: address,
        because: "the guard against public access goes",
        level: "medium" as const,
      })),
  ],
};
