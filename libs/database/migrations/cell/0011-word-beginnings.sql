-- A folded text with a space behind each sign beyond ASCII that is neither letter nor digit. So a word begins at the beginning or behind a
-- character of ASCII, which an index of trigrams can answer for. What is stored and what is asked are marked alike, so nothing else changes.
create function cell.marked(folded text) returns text language sql immutable parallel safe
return case when octet_length(folded) = length(folded) then folded
  else regexp_replace(folded, '([^[:alnum:]\x01-\x7f])', '\1 ', 'g') end;

create or replace function cell.search_text(variadic texts text[]) returns text language plpgsql immutable parallel safe as $$
declare
  lines text := e'\n' || translate(array_to_string(texts, e'\v'), e'\n\v', e' \n') || e'\n';
begin
  return cell.marked(cell.folded(lines));
end $$;

create or replace function cell.escaped(given text) returns text language sql immutable strict parallel safe
return regexp_replace(cell.marked(cell.folded(given)), '([\\%_])', '\\\1', 'g');

-- Whether the text of a record has the folded word where a word begins, as a pattern. Each member stands behind a line feed.
create or replace function cell.word_pattern(word text) returns text language sql immutable strict parallel safe
return '[\x01-/:-@\[-`{-\x7f]' || regexp_replace(cell.marked(word), '([^[:alnum:]])', '\\\1', 'g');
