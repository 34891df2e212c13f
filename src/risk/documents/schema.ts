import {
  boolYaml11Tag,
  defineScalarTag,
  FAILSAFE_SCHEMA,
  floatYaml11Tag,
  intYaml11Tag,
  mapTag,
  mergeTag,
  nullYaml11Tag,
  Schema,
  seqTag,
} from "js-yaml";

/** Tags that mean nothing to Kubernetes are passed over there: here too, lest `!any {privileged: true}` is a way around. */
const others = ["!", "tag:"].flatMap((tagName) => [
  { ...mapTag, tagName, matchByTagPrefix: true },
  { ...seqTag, tagName, matchByTagPrefix: true },
  defineScalarTag(tagName, { matchByTagPrefix: true, resolve: (source) => source, identify: () => false }),
]);

const binary = defineScalarTag("tag:yaml.org,2002:binary", {
  resolve: (source) => Buffer.from(source, "base64").toString(),
  identify: () => false,
});

/** As Kubernetes reads YAML: that of 1.1, where `yes` and `on` are true, with merge keys; dates stay texts. */
export const kubernetesSchema = new Schema([
  ...FAILSAFE_SCHEMA.tags,
  nullYaml11Tag,
  boolYaml11Tag,
  intYaml11Tag,
  floatYaml11Tag,
  mergeTag,
  binary,
  ...others,
]);
