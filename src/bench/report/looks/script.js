// What is read with the page; without it everything is there, but trials are not opened by links.
(() => {
  const trials = [...document.querySelectorAll("details.trial")];

  async function unpack(trial) {
    const content = trial.querySelector("[data-packed]");
    if (!content) return;
    try {
      const bytes = Uint8Array.from(atob(content.dataset.packed), (sign) => sign.charCodeAt(0));
      content.removeAttribute("data-packed");
      const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      content.innerHTML = await new Response(unpacked).text();
    } catch (error) {
      content.textContent = `This browser cannot unpack what is in here: ${error.message}`;
    }
  }

  for (const trial of trials) trial.addEventListener("toggle", () => trial.open && void unpack(trial));

  async function follow() {
    const [, id] = /^#(t\d+)/.exec(location.hash) ?? [];
    const trial = id && document.getElementById(id);
    if (!trial) return;
    await unpack(trial);
    const target = document.getElementById(location.hash.slice(1)) ?? trial;
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    const inner = target === trial ? null : target.querySelector("details");
    if (inner) inner.open = true;
    target.scrollIntoView();
    if (target === trial) trial.querySelector("summary").focus({ preventScroll: true });
  }
  addEventListener("hashchange", () => void follow());

  const form = document.querySelector("form.filter");
  const texts = trials.map((trial) => trial.querySelector("summary").textContent.toLowerCase());
  function filter() {
    const words = form.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const verdicts = new Set(new FormData(form).getAll("verdict"));
    let shown = 0;
    trials.forEach((trial, at) => {
      const fits = verdicts.has(trial.dataset.verdict) && words.every((word) => texts[at].includes(word));
      trial.hidden = !fits;
      if (fits) shown += 1;
    });
    form.querySelector("output").textContent = `${shown} of ${trials.length}`;
  }
  form.hidden = trials.length < 2;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
  void follow();
})();
