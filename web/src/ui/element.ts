// Builds DOM nodes in one expression. Text is always text: nothing here can make markup of it.

export interface Looks {
  readonly class?: string;
  /** The contract's name for tests and scripts. */
  readonly testid?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onClick?: () => void;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  looks: Looks,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  if (looks.class !== undefined) node.className = looks.class;
  if (looks.testid !== undefined) node.dataset['testid'] = looks.testid;
  for (const [name, value] of Object.entries(looks.attributes ?? {}))
    node.setAttribute(name, value);
  if (looks.onClick !== undefined) node.addEventListener('click', looks.onClick);
  node.append(...children);
  return node;
}

/** A button that does not submit anything. */
export function button(label: string, looks: Looks): HTMLButtonElement {
  return element(
    'button',
    { ...looks, attributes: { type: 'button', ...looks.attributes } },
    label,
  );
}

/** Sets the text only if it differs, so that a live region does not say the same again. */
export function say(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
