"""Writes the flat OpenDocument files of which LibreOffice makes the .xlsx files beside this script (see README.md)."""

HEAD = '''<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:date-style style:name="NDate"><number:day number:style="long"/><number:text>/</number:text><number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
<number:date-style style:name="NDateTime"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/><number:text> </number:text><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/><number:text>:</number:text><number:seconds number:style="long"/></number:date-style>
<number:time-style style:name="NTime"><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>
<number:number-style style:name="NZeros"><number:number number:decimal-places="0" number:min-integer-digits="7"/></number:number-style>
<number:number-style style:name="NMoney"><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:number-style>
<style:style style:name="date" style:family="table-cell" style:data-style-name="NDate"/>
<style:style style:name="datetime" style:family="table-cell" style:data-style-name="NDateTime"/>
<style:style style:name="time" style:family="table-cell" style:data-style-name="NTime"/>
<style:style style:name="zeros" style:family="table-cell" style:data-style-name="NZeros"/>
<style:style style:name="money" style:family="table-cell" style:data-style-name="NMoney"/>
<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>
</office:automatic-styles>
<office:body><office:spreadsheet>'''
TAIL = '</office:spreadsheet></office:body></office:document>\n'


def text(value):
    return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'


def number(value, style='', formula=''):
    style = style and f' table:style-name="{style}"'
    formula = formula and f' table:formula="{formula}"'
    return f'<table:table-cell{style}{formula} office:value-type="float" office:value="{value}"/>'


def date(value, style='date'):
    return f'<table:table-cell table:style-name="{style}" office:value-type="date" office:date-value="{value}"/>'


def time(value):
    return f'<table:table-cell table:style-name="time" office:value-type="time" office:time-value="{value}"/>'


def truth():
    return '<table:table-cell table:formula="of:=TRUE()" office:value-type="boolean" office:boolean-value="true"/>'


EMPTY = '<table:table-cell/>'
COLUMNS = ['Date', 'Time', 'Amount', 'Receipt', 'Reference', 'Text', 'Balance']


def row(*cells):
    return f'<table:table-row>{"".join(cells)}</table:table-row>'


def sheet(name, rows, style=''):
    style = style and f' table:style-name="{style}"'
    return f'<table:table table:name="{name}"{style}>{"".join(rows)}</table:table>'


def header():
    return row(*[text(name) for name in COLUMNS])


def write(name, sheets, settings=''):
    with open(name, 'w', encoding='utf-8') as file:
        file.write(HEAD + settings + ''.join(sheets) + TAIL)


def lines():
    day = '2026-11-20'
    return [
        row(date(day), time('PT10H15M00S'), number(1500, 'money'), text('FT26325XK1'), text('INV-000001'), text('CARD &amp; CASH')),
        row(date(f'{day}T23:59:59.600', 'datetime'), EMPTY, number(-4.1, '', 'of:=-(4+0.1)'), EMPTY, EMPTY, text('formula')),
        row(text('20/11/2026'), EMPTY, text('2,500.00'), EMPTY, text('0042'), text('texts that look like numbers')),
        '<table:table-row table:number-rows-repeated="3"/>',
        row(date(day), EMPTY, number(10), number(2611201234), number(12345, 'zeros'), text('ሰላም <text:span>rich</text:span> text')),
        row(date(day), EMPTY, number(10), EMPTY, number(1234567890123456), text('sixteen digits')),
        row(date(day), EMPTY, number(10), EMPTY, number(1500, 'money'), text('a number with marks')),
        row(date(day), EMPTY, truth(), EMPTY, EMPTY, text('a truth value')),
        row(date(day), EMPTY, number(0, '', 'of:=1/0'), EMPTY, EMPTY, text('an error')),
        row(number(46346), EMPTY, number(10), EMPTY, EMPTY, text('a number that is no date')),
        row(date(day), EMPTY, number(12345678901234.5), EMPTY, EMPTY, text('sixteen digits of money')),
        row(date(day), EMPTY, number('4.0999999999999996'), EMPTY, EMPTY, text('fifteen digits'), number(1514.1)),
        row(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, text('no line')),
    ]


notes = sheet('Notes', [row(text('Hospital of the sample'))])
november = sheet('November', [row(text('Account 0100')), '<table:table-row/>', header(), *lines()])
copy = sheet('Copy', [header(), row(date('2026-11-21'), EMPTY, number(7))], 'hidden')
write('statement.fods', [notes, november, copy])
write('two-sheets.fods', [sheet('A', [header(), row(date('2026-11-20'), EMPTY, number(1))]), sheet('B', [header(), row(date('2026-11-20'), EMPTY, number(2))])])
write(
    'from-1904.fods',
    [sheet('A', [header(), row(date('2026-11-20'), EMPTY, number(1)), row(date('2026-11-20T10:15:00', 'datetime'), EMPTY, number(2))])],
    '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>',
)
