"""What the runs came to, for a person (Markdown) and for a program (JSON)."""
import collections
import json


def matrix_table(cases, results):
    """One row a pair, one column a kind of line: how many of how many passed. 'w': wire checked."""
    groups = list(dict.fromkeys(case.group for case in cases))
    cells = collections.defaultdict(list)
    for case, result in zip(cases, results):
        cells[case.sender, case.receiver, case.group].append((case, result))
    rows = ['| sender | receiver | ' + ' | '.join(groups) + ' |',
            '|---|---|' + '--:|' * len(groups)]
    for sender, receiver in dict.fromkeys((case.sender, case.receiver) for case in cases):
        columns = [cell(cells.get((sender, receiver, group), [])) for group in groups]
        rows.append(f'| `{sender}` | `{receiver}` | ' + ' | '.join(columns) + ' |')
    return '\n'.join(rows)


def cell(found):
    if not found:
        return ''
    passed = sum(result['why'] is None for _, result in found)
    marks = ''
    if any(case.wire for case, _ in found):
        marks += ' w'
    if any(case.gives_up for case, _ in found):
        marks += ' g'
    return f'{passed}/{len(found)}{marks}'


LEGEND = ('Cells: how many of how many passed (every file by SHA-256, exit status 0). `w`: what '
          'has to stand on the wire was counted there. `g`: the peer cannot get through this; '
          'passed means that our side ended by itself, said why, and called no file complete.')


def gate_table(rows):
    """rows: (gate name, gates.Row)."""
    lines = ['| gate | sender | receiver | passed | bytes sent, median | held against | |',
             '|---|---|---|--:|--:|---|---|']
    for name, row in rows:
        verdict = {None: '', True: 'ok', False: '**failed**'}[row.ok]
        lines.append(f'| {name} | `{row.pair[0]}` | `{row.pair[1]}` | {row.passed}/{row.runs} '
                     f'| {row.bytes_sent:,.0f} | {row.held_against} | {verdict} |')
    return '\n'.join(lines)


def to_json(cases, results, rows, path):
    table = []
    for case, result in zip(cases, results):
        events = result['events'] or {}
        table.append({
            'name': case.name, 'sender': case.sender, 'receiver': case.receiver,
            'line': case.group, 'sizes': case.sizes, 'seed': case.seed,
            'passed': result['why'] is None, 'why': result['why'], 'seconds': result['wall'],
            'wire_forward': result['wire_fwd'], 'wire_back': result['wire_rev'],
            'wire_checks': [check.says for check in case.wire],
            'peer_gives_up': bool(case.gives_up),
            'errors_on_the_line': events.get('fwd', {}), 'errors_back': events.get('rev', {}),
        })
    gates = [{'gate': name, 'sender': row.pair[0], 'receiver': row.pair[1], 'passed': row.passed,
              'runs': row.runs, 'bytes_sent_median': row.bytes_sent,
              'held_against': row.held_against, 'ok': row.ok} for name, row in rows]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({'transfers': table, 'gates': gates}, indent=1) + '\n',
                    encoding='utf-8')


def write_docs(path, part, text):
    """Puts the text between the marks of a part of a document; the rest is written by people."""
    begin, end = f'<!-- {part}: begin -->', f'<!-- {part}: end -->'
    old = path.read_text(encoding='utf-8')
    head, _, rest = old.partition(begin)
    _, found, tail = rest.partition(end)
    if not found:
        raise ValueError(f'{path} has no part between {begin} and {end}')
    path.write_text(f'{head}{begin}\n{text}\n{end}{tail}', encoding='utf-8')
