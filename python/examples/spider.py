"""A Scrapy spider without a selector: its items are what a wrapper reads.

    katagami learn data/shop/a-terms -o shop.json
    scrapy runspider python/examples/spider.py -a wrapper=shop.json -a start=http://localhost:8000/ -o books.jsonl

It follows the links of the page that it starts from, and reads each page behind them.
"""

import scrapy
from itemloaders.processors import TakeFirst
from scrapy.loader import ItemLoader

import katagami
import katagami.scrapy


class Loader(ItemLoader):
    default_output_processor = TakeFirst()


class Books(scrapy.Spider):
    name = "books"

    def __init__(self, wrapper, start, **arguments):
        super().__init__(**arguments)
        self.wrapper = katagami.Wrapper.load(wrapper)
        self.start_urls = [start]

    def parse(self, response):
        yield from response.follow_all(css="a", callback=self.parse_book)

    def parse_book(self, response):
        for loader in katagami.scrapy.loaders(self.wrapper, response, loader=Loader):
            loader.add_value("url", response.url)
            yield loader.load_item()
